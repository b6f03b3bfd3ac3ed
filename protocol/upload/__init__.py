"""Makes the files to upload: modules are taken apart (`source`) and joined (`bundling`), shortened where size or
start-up matters (`shortening`, `untyping`), and put together for each platform (`upload_files`).
"""
