/* Solving the numbers of a shape's words: what its parts share. */
#ifndef POSENC_GUESS_SOLVING_H
#define POSENC_GUESS_SOLVING_H

#include "audit/guess_tracks.h"

/* A shape of which `given` has the words so far. While the trial is open, it and the model have these words. */
struct solving {
    struct guess_search *search;
    const char *given[WORDS];
    struct tracks tracks;
    struct trial trial;
    struct guess_model model;
};

/* Texts of a number, the likeliest first. */
struct texts {
    const char *text[12];
    size_t count;
};
void texts_add(struct texts *, const char *text);

/* Adds the simplest numbers in three intervals around the value, the widest first, since its numbers are simpler. `kinds`
 * is that of simplest.h. */
void texts_simplest(struct texts *, struct guess_search *, double value, double error,
                    unsigned kinds);

/* Opens and closes the trial and the model. Returns false if the words make no table. */
bool solving_open(struct solving *);
void solving_close(struct solving *);

/* Find first and step of each axis of an open model, or the amplitude of a table of frequencies; try the words. */
void solve_positions(struct solving *);
void solve_amplitude(struct solving *);

/* From measured turns and phases: finds spacing and base, then the positions. */
void solve_measured(struct solving *, const struct table *);

/* Tries the base as one that ntk stretched, if that is simpler. */
void solve_ntk(struct solving *, const char *base, uint64_t d);

/* Columns that are alone: tries positions that published code has, with the bases that go with them. */
void solve_singles(struct solving *, const struct table *);

#endif
