"""The shape of what is uploaded: modules are taken apart (`source`), joined (`bundling`), shortened where a platform
counts characters (`shortening`) and put together for each platform (`upload_files`).
"""
