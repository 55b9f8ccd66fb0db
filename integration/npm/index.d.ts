/** Files in memory: the content of each by its name. */
export type Files = Record<string, Uint8Array>;

/** posenc's message and its exit status: 1 if the job failed, 2 if the request is wrong. */
export class PosencError extends Error {
    readonly status: number;
    constructor(message: string, status: number);
}

/* WORDS */

/**
 * The bytes of a table. The words are those of the command line: ['--max-len', 512, '--d-model', 384, '--format', 'raw'],
 * or { 'max-len': 512, 'd-model': 384, format: 'raw' }. Without a format they are the text of a C header.
 * `files` holds those that words name, such as a model's config.json.
 */
export function table(words: readonly (string | number)[] | Words, files?: Files): Uint8Array;

/** Runs any command. `files` is its working folder; the result has the files that it made or changed. */
export function run(words: readonly (string | number)[], files?: Files): {
    status: number;
    output: Uint8Array;
    errors: string;
    files: Files;
};
