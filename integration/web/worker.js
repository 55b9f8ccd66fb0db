// SPDX-License-Identifier: MIT
/* A worker makes one run, and ends after it. */
onmessage = ({data}) => {
    try {
        postMessage({done: posenc_run(data.program, data.words, data.files, line => postMessage({progress: line}))});
    } catch (error) {
        postMessage({done: {status: 1, output: new Uint8Array(0), errors: 'posenc: ' + error + '\n', files: {}}});
    }
};
