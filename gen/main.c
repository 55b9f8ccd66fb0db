/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/cli.h"
#include "exact/number.h"
#include "words/choice.h"

#include <fenv.h>
#include <stddef.h>
#include <string.h>

static _Noreturn void unexpected(const char *operand) {
    size_t count = 1; /* the first has no name */
    while (commands[count].name)
        count++;
    const char *meant = nearest(operand, &commands[1].name, count - 1, sizeof *commands);
    die(DIE_REQUEST, "unexpected argument '%.60s'; %s%s%s", operand,
        meant ? "did you mean posenc " : "see posenc --help", meant ? meant : "", meant ? "?" : "");
}

/* Runs the command that the first operand names, or makes a single table. Returns the exit status. */
static int run(char *const operands[], const struct options *options) {
    if (!*operands) {
        options_check(options, commands);
        return single_run(options);
    }
    const struct command *command = command_named(*operands);
    if (!command)
        unexpected(*operands);
    options_check(options, command);
    if (!operands[1] && command->missing)
        die(DIE_REQUEST, "missing: %s", command->missing);
    for (int n = 0; operands[1 + n]; n++)
        if (n == command->operands)
            unexpected(operands[1 + n]);
    return command->run(operands + 1, options);
}

int main(int argc, char *argv[]) {
    fesetround(FE_TONEAREST);
    file_start();
    number_start();
    json_start();
    if (argc < 2)
        die(DIE_REQUEST, "usage: %s; see posenc --help", commands[0].usage);
    const struct options options = options_read(argc, argv);
    char *const *operands = options.operands;
    if (options.given[HELP])
        return help_run(operands, &options);
    return options.given[SHOW_VERSION] ? version_run(operands, &options) : run(operands, &options);
}
