/* Solving the numbers of a shape: what its parts share. */
#ifndef POSENC_GUESS_SOLVE_H
#define POSENC_GUESS_SOLVE_H

#include "fit/law.h"
#include "guess/guess_search.h"

/* Texts of a number, the likeliest first. */
enum { TEXTS_MOST = 32 };
struct texts {
    const char *text[TEXTS_MOST];
    size_t count;
};
void texts_add(struct texts *, const char *text);

/* Adds the simplest numbers in intervals around the value, the widest first, since its numbers are simpler. `kinds` is
 * that of simplest.h. */
void texts_simplest(struct texts *, struct guess_search *, double value, double error,
                    unsigned kinds);

/* The words of a shape, and its pairs as they are measured. While a law is open, the trial, the model and the noise are
 * those of its words. */
struct solving {
    struct guess_search *search;
    const char *given[WORDS];
    struct pairs pairs;
    bool constant; /* does the table hold frequencies? */
    bool measured; /* are its columns waves whose turns are known? */
    bool few;      /* has an axis few positions? */
    bool usual;    /* few positions, or few bits: those of published code are tried too */
    size_t before; /* how many candidates other shapes have */
    struct trial trial;
    struct noise noise;
};

/* The words of frequencies; NULL for those that aren't given. */
struct law {
    const char *spacing, *base, *scaling, *d_model, *odd;
    double logarithm;          /* of the base */
    double divisor[GRID_AXES]; /* of the exponents along each axis; 0: it has one frequency */
    double cost;
};

/* Opens the words of a shape with those of a law. Returns false if they make no table of these sizes. */
bool law_open(struct solving *, const struct law *);
void law_close(struct solving *);

/* Tries the words of the shape and the law that is open. A row of a table of sines may be 0 without being one of the zero
 * rows. Returns whether noise explains the table. */
bool law_try_words(struct solving *);

/* Tries the words of a law with the positions and the amplitude that its frequencies make of the angles. Returns whether
 * noise explains the table. */
bool law_try(struct solving *, const struct law *);

/* Tries the words of a law alone: the first position is 0, and the step is 1. */
bool law_try_plain(struct solving *, const struct law *);

/* Positions of published code, those of most code first. */
struct usual_positions {
    const char *first, *step;
};
enum { POSITIONS_USUAL = 15, FIRSTS_USUAL = 5 };
extern const struct usual_positions positions_usual[POSITIONS_USUAL];

/* First and step along each axis, as they are measured with the frequencies of an open law. */
struct measured_positions {
    struct estimate first[GRID_AXES], step[GRID_AXES];
};

/* Finds first and step that agree with the angles, near to which the open law's table is. */
bool law_find_positions(struct solving *, struct measured_positions *);

/* Tries the simplest texts of measured positions, and limits if these leave something. */
bool law_try_positions(struct solving *, const struct measured_positions *);

/* Tries the positions of published code with an open law. Code that normalises the points of a grid may do so by one size
 * for all axes. */
bool law_try_usual(struct solving *);

/* The positions of all rows, a line each, if the angles of each agree on one, and they aren't all the same. Any position
 * fits few columns too easily. */
bool law_list_positions(struct solving *, struct text *);

/* Tries the laws of a shape: those of its angles, if these are measured, and those of published code. */
void guess_laws(struct solving *, bool by_column);

/* The line of frequencies that were rounded to a format of this many bits before the angles were computed; sound if they
 * were. */
struct line line_of_rounded(const struct pairs *, int bits);

/* An axis of fewer positions shows no waves. */
enum { FEW_POSITIONS = 12 };

/* Tries the rules of scaling, each with these laws: published ones, and those whose parameters the frequencies show. */
void guess_rules(struct solving *, const struct law[], size_t count);

/* Bases of released models, those of most models first. */
enum { BASES_USUAL = 3, BASES_KNOWN = 22 };
extern const char *const bases_known[BASES_KNOWN];

/* Lists of bases aren't tried with more pairs than models have, nor published rules with more than rotary ones have. */
enum { PAIRS_MOST = 1024, PAIRS_OF_MODELS = 256 };

#endif
