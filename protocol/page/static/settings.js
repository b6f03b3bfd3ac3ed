// The settings, remembered in this browser, and the sounds, which are off unless chosen.
"use strict";

const USUAL_SETTINGS = {autoPass: true, evaluation: false, sounds: false, turned: false};

class Settings {
  // onChange(settings) is called whenever something is chosen.
  constructor(onChange) {
    this.onChange = onChange;
    this.values = Object.assign({}, USUAL_SETTINGS, recall("settings"));
    this.form = document.getElementById("settings-form");
    this.form.addEventListener("change", () => this.read());
    document.getElementById("settings").append(makeIcon("settings"));
    document.getElementById("settings").addEventListener("click", () => this.show());
  }

  show() {
    for (const name of Object.keys(USUAL_SETTINGS)) {
      this.form.elements[name].checked = this.values[name];
    }
    document.getElementById("settings-dialog").showModal();
  }

  read() {
    for (const name of Object.keys(USUAL_SETTINGS)) {
      this.values[name] = this.form.elements[name].checked;
    }
    this.keep();
  }

  set(name, value) {
    this.values[name] = value;
    this.keep();
  }

  keep() {
    remember("settings", this.values);
    this.onChange(this.values);
  }
}

// A short tone; browsers allow it once the person has done something on the page.
function playSound(frequency, seconds) {
  const context = playSound.context || (playSound.context = new AudioContext());
  const tone = context.createOscillator(), volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.15, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + seconds);
}
