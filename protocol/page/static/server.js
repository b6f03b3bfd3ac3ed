// Requests to the server.
"use strict";

class Server {
  // say(text) shows what is wrong, or clears that.
  constructor(say) {
    this.say = say;
  }

  // The answer to a request, or null; what is wrong is shown unless the request is quiet.
  async ask(method, path, body, quiet) {
    let problem = word("problem.silent");
    try {
      const options = {method, cache: "no-store"};
      if (body !== undefined) {
        options.headers = {"Content-Type": "application/json"};
        options.body = JSON.stringify(body);
      }
      const answer = await fetch(path, options);
      const value = await answer.json();
      if (answer.ok) {
        quiet || this.say("");
        return value;
      }
      // 409: somebody was faster, the next poll shows it
      problem = answer.status === 409 ? "" : refusalText(value);
    } catch (error) {
      // nobody there, or an answer that is not ours
    }
    quiet || this.say(problem);
    return null;
  }
}

function refusalText({error, code, values}) {
  return code ? word(`refused.${code}`, values) : word("problem.refused", {detail: error});
}
