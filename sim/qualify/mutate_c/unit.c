/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "unit.h"

#include <clang-c/Index.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"

/* A cursor of libclang in this source, before the words are inserted between cursors. */
struct found {
    const char *type;
    uint32_t start, end, line;
    int parent;
    struct meaning meaning;
};

struct reader {
    struct unit *unit;
    struct tree *tree;
    CXTranslationUnit from;
    CXFile file;
    struct found *found;
    int n, room;
    int parent;   /* index of the parent of the cursors that are visited now */
    bool decides; /* the function that is visited returns a bool */
    CXToken *word;
    unsigned words, next_word;
    bool full;
};

static const struct {
    enum CXCursorKind kind;
    const char *type;
} types[] = {
    {CXCursor_FunctionDecl, C_FUNCTION},
    {CXCursor_VarDecl, C_VARIABLE},
    {CXCursor_CompoundStmt, C_COMPOUND},
    {CXCursor_IfStmt, C_IF},
    {CXCursor_WhileStmt, C_WHILE},
    {CXCursor_DoStmt, C_DO},
    {CXCursor_ForStmt, C_FOR},
    {CXCursor_SwitchStmt, C_SWITCH},
    {CXCursor_CaseStmt, C_CASE},
    {CXCursor_DefaultStmt, C_CASE},
    {CXCursor_ReturnStmt, C_RETURN},
    {CXCursor_BreakStmt, C_JUMP},
    {CXCursor_ContinueStmt, C_JUMP},
    {CXCursor_DeclStmt, C_DECLARATION},
    {CXCursor_BinaryOperator, C_BINARY},
    {CXCursor_CompoundAssignOperator, C_ASSIGN},
    {CXCursor_UnaryOperator, C_UNARY},
    {CXCursor_ConditionalOperator, C_CONDITIONAL},
    {CXCursor_CallExpr, C_CALL},
    {CXCursor_MemberRefExpr, C_MEMBER},
    {CXCursor_DeclRefExpr, C_NAME},
    {CXCursor_IntegerLiteral, C_INTEGER},
    {CXCursor_UnaryExpr, C_SIZEOF},
    {CXCursor_EnumDecl, C_CONSTANTS},
    {CXCursor_StructDecl, C_CONSTANTS},
    {CXCursor_UnionDecl, C_CONSTANTS},
    {CXCursor_StaticAssert, C_CONSTANTS},
    {CXCursor_TypedefDecl, C_CONSTANTS},
    {CXCursor_ParmDecl, C_PARAMETER},
};

static const char *type_of(CXCursor cursor)
{
    const enum CXCursorKind kind = clang_getCursorKind(cursor);

    for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
        if (types[i].kind == kind) {
            return types[i].type;
        }
    }
    return C_OTHER;
}

/* Keep a spelling in the unit; NULL for an empty one. */
static const char *keep(struct reader *r, CXString spelling)
{
    const char *text = clang_getCString(spelling);
    struct unit *u = r->unit;
    char **more = u->name;

    if ((u->names & (u->names - 1)) == 0) {
        more = realloc(u->name, (size_t)(u->names == 0 ? 1 : 2 * u->names) * sizeof(*more));
    }
    char *copy = more != NULL && text != NULL ? strdup(text) : NULL;
    r->full = r->full || more == NULL || copy == NULL;
    u->name = more != NULL ? more : u->name;
    if (copy != NULL) {
        u->name[u->names++] = copy;
    }
    clang_disposeString(spelling);
    return copy;
}

/* The labels or members beside one, split at its place. */
struct brothers {
    CXCursor self, before, after, first, last;
    bool behind, has_before, has_after, has_any;
};

static bool can_stand_for(CXCursor self, CXCursor other)
{
    if (clang_getCursorKind(self) != clang_getCursorKind(other)) {
        return false;
    }
    if (clang_getCursorKind(self) == CXCursor_EnumConstantDecl) {
        return clang_getEnumConstantDeclValue(self) != clang_getEnumConstantDeclValue(other);
    }
    return clang_equalTypes(clang_getCanonicalType(clang_getCursorType(self)),
                            clang_getCanonicalType(clang_getCursorType(other))) != 0;
}

static enum CXChildVisitResult meet(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct brothers *b = data;

    (void)parent;
    if (clang_equalCursors(cursor, b->self)) {
        b->behind = true;
    } else if (can_stand_for(b->self, cursor)) {
        b->first = b->has_any ? b->first : cursor;
        b->last = cursor;
        b->has_any = true;
        if (!b->behind) {
            b->before = cursor;
            b->has_before = true;
        } else if (!b->has_after) {
            b->after = cursor;
            b->has_after = true;
        }
    }
    return CXChildVisit_Continue;
}

/* The next one and the one before that can take its place; the ends wrap around. */
static void others(struct reader *r, CXCursor self, struct meaning *m)
{
    struct brothers b = {.self = self};

    clang_visitChildren(clang_getCursorSemanticParent(self), meet, &b);
    if (!b.has_any || !b.behind) {
        return;
    }
    const CXCursor after = b.has_after ? b.after : b.first;
    const CXCursor before = b.has_before ? b.before : b.last;
    m->other[0] = keep(r, clang_getCursorSpelling(after));
    if (!clang_equalCursors(after, before)) {
        m->other[1] = keep(r, clang_getCursorSpelling(before));
    }
}

static unsigned equal_arguments(CXCursor call, CXCursor callee)
{
    const CXType type = clang_getCanonicalType(clang_getCursorType(callee));
    const int known = clang_getNumArgTypes(type);
    unsigned equal = 0;

    for (int i = 0; i + 1 < clang_Cursor_getNumArguments(call) && i + 1 < known && i < 31; i++) {
        if (clang_equalTypes(clang_getArgType(type, (unsigned)i),
                             clang_getArgType(type, (unsigned)i + 1))) {
            equal |= 1u << i;
        }
    }
    return equal;
}

static bool is_scalar(CXType type)
{
    const enum CXTypeKind kind = clang_getCanonicalType(type).kind;

    return (kind >= CXType_Bool && kind <= CXType_LongDouble) || kind == CXType_Pointer ||
           kind == CXType_Enum;
}

static bool is_fixed(CXCursor cursor)
{
    return clang_Cursor_getStorageClass(cursor) == CX_SC_Static ||
           clang_getCursorKind(clang_getCursorSemanticParent(cursor)) == CXCursor_TranslationUnit;
}

static struct meaning meaning_of(struct reader *r, CXCursor cursor, const char *type)
{
    struct meaning m = {.name = NULL};
    const CXType of = clang_getCursorType(cursor);
    const CXCursor referenced = clang_getCursorReferenced(cursor);

    if (strcmp(type, C_FUNCTION) == 0 || strcmp(type, C_VARIABLE) == 0) {
        m.name = keep(r, clang_getCursorSpelling(cursor));
        m.fixed = strcmp(type, C_VARIABLE) == 0 && is_fixed(cursor);
        return m;
    }
    m.scalar = is_scalar(of);
    m.boolean = strcmp(type, C_RETURN) == 0 ? r->decides : of.kind == CXType_Bool;
    if (strcmp(type, C_MEMBER) == 0 ||
        (strcmp(type, C_NAME) == 0 &&
         clang_getCursorKind(referenced) == CXCursor_EnumConstantDecl)) {
        others(r, referenced, &m);
        m.name = keep(r, clang_getCursorSpelling(referenced));
    } else if (strcmp(type, C_CALL) == 0) {
        m.equal = equal_arguments(cursor, referenced);
        m.name = keep(r, clang_getCursorSpelling(cursor));
    }
    return m;
}

/* The place of the cursor in the source. The result of a macro is at the place of the call, an
 * argument of the macro where it is written. @return whether the place is in this file. */
static bool place_of(const struct reader *r, CXCursor cursor, struct found *f)
{
    const CXSourceRange range = clang_getCursorExtent(cursor);
    CXFile first, last;
    unsigned line, start, end;

    clang_getFileLocation(clang_getRangeStart(range), &first, &line, NULL, &start);
    clang_getFileLocation(clang_getRangeEnd(range), &last, NULL, NULL, &end);
    f->start = start;
    f->end = end;
    f->line = line;
    return first != NULL && last != NULL && clang_File_isEqual(first, r->file) &&
           clang_File_isEqual(last, r->file) && end > start;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct reader *r = data;
    struct found f = {.type = type_of(cursor), .parent = r->parent};
    const int above = r->parent;
    const bool decides = r->decides;

    (void)parent;
    if (!place_of(r, cursor, &f)) {
        return CXChildVisit_Continue;
    }
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl) {
        r->decides = clang_getCursorResultType(cursor).kind == CXType_Bool;
    }
    f.meaning = meaning_of(r, cursor, f.type);
    if (r->n == r->room) {
        const int room = r->room == 0 ? 1024 : 2 * r->room;
        struct found *more = realloc(r->found, (size_t)room * sizeof(*more));
        if (more == NULL) {
            r->full = true;
            return CXChildVisit_Break;
        }
        r->found = more;
        r->room = room;
    }
    r->parent = r->n;
    r->found[r->n++] = f;
    clang_visitChildren(cursor, visit, r);
    r->parent = above;
    r->decides = decides;
    return CXChildVisit_Continue;
}

static const char *word_type(const struct reader *r, CXToken word, uint32_t start, uint32_t end)
{
    static const char *const known[] = {"(",  ")", "[", "]", "{", "}", ",", ";", ".",
                                        "->", "~", "!", ":", "&", "*", "-", "="};
    const enum CXTokenKind kind = clang_getTokenKind(word);

    if (kind == CXToken_Comment) {
        return "comment";
    }
    if (kind == CXToken_Identifier) {
        return "simple_identifier";
    }
    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
        if (strlen(known[i]) == end - start &&
            strncmp(known[i], r->tree->text + start, end - start) == 0) {
            return known[i];
        }
    }
    return "word";
}

static int add_node(struct reader *r, struct node node, const struct meaning *meaning, int *last)
{
    struct tree *tree = r->tree;
    const int at = tree->nodes++;

    tree->node[at] = node;
    r->unit->meaning[at] = *meaning;
    if (*last >= 0) {
        tree->node[*last].next = at;
    } else if (node.parent >= 0) {
        tree->node[node.parent].first = at;
    }
    *last = at;
    return at;
}

/* Add the words of the source before `end`. */
static void add_words(struct reader *r, uint32_t end, int parent, int *last)
{
    const struct meaning none = {.name = NULL};

    for (; r->next_word < r->words; r->next_word++) {
        const CXSourceRange range = clang_getTokenExtent(r->from, r->word[r->next_word]);
        unsigned start, stop, line;

        clang_getSpellingLocation(clang_getRangeStart(range), NULL, &line, NULL, &start);
        clang_getSpellingLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &stop);
        if (start >= end) {
            return;
        }
        (void)add_node(r,
                       (struct node){.type = word_type(r, r->word[r->next_word], start, stop),
                                     .field = "",
                                     .start = start,
                                     .end = stop,
                                     .line = line,
                                     .parent = parent,
                                     .first = -1,
                                     .next = -1},
                       &none, last);
    }
}

static void place(struct reader *r, int found, int parent, int *last);

/* Whether the cursor comes from a macro: it and its siblings have the place of the macro's call. */
static bool is_made(const struct reader *r, int child)
{
    const struct found *f = &r->found[child], *above = &r->found[f->parent];
    int brothers = 0;

    for (int i = f->parent + 1; i < r->n && r->found[i].parent >= f->parent; i++) {
        brothers += r->found[i].parent == f->parent;
    }
    return brothers > 1 && f->start == above->start && f->end == above->end;
}

/* Place what is in the cursor. Cursors of one place may overlap, for instance if a macro uses an
 * argument twice; the first one counts. */
static void place_inside(struct reader *r, int found, int node, uint32_t *at, int *last)
{
    const uint32_t end = r->found[found].end;

    for (int i = found + 1; i < r->n && r->found[i].parent >= found; i++) {
        const struct found *child = &r->found[i];
        if (child->parent != found) {
            continue;
        }
        if (is_made(r, i)) {
            place_inside(r, i, node, at, last);
        } else if (child->start >= *at && child->end <= end) {
            add_words(r, child->start, node, last);
            place(r, i, node, last);
            *at = child->end;
        }
    }
}

static void place(struct reader *r, int found, int parent, int *last)
{
    const struct found *f = &r->found[found];
    uint32_t at = f->start;
    int inside = -1;
    const int node = add_node(r,
                              (struct node){.type = f->type,
                                            .field = "",
                                            .start = f->start,
                                            .end = f->end,
                                            .line = f->line,
                                            .parent = parent,
                                            .first = -1,
                                            .next = -1},
                              &f->meaning, last);

    place_inside(r, found, node, &at, &inside);
    add_words(r, f->end, node, &inside);
}

/* Build the tree; node 0 is the whole file. */
static int assemble(struct reader *r)
{
    const size_t bytes = strlen(r->tree->text);
    const size_t nodes = (size_t)r->n + r->words + 1;

    r->tree->node = calloc(nodes, sizeof(*r->tree->node));
    r->unit->meaning = calloc(nodes, sizeof(*r->unit->meaning));
    if (r->full || r->tree->node == NULL || r->unit->meaning == NULL) {
        say("out of memory");
        return STATUS_ENVIRONMENT;
    }
    r->found[0] = (struct found){.type = "file", .end = (uint32_t)bytes, .line = 1, .parent = -1};
    int last = -1;
    place(r, 0, -1, &last);
    return 0;
}

static int complain(CXTranslationUnit from, const char *path)
{
    for (unsigned i = 0; i < clang_getNumDiagnostics(from); i++) {
        CXDiagnostic d = clang_getDiagnostic(from, i);
        const bool bad = clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error;
        CXString text = clang_formatDiagnostic(d, clang_defaultDiagnosticDisplayOptions());
        if (bad) {
            say("%s: does not compile: %s", path, clang_getCString(text));
        }
        clang_disposeString(text);
        clang_disposeDiagnostic(d);
        if (bad) {
            return STATUS_USAGE;
        }
    }
    return 0;
}

static int take(struct reader *r, const char *path)
{
    int status = complain(r->from, path);

    if (status != 0) {
        return status;
    }
    r->file = clang_getFile(r->from, path);
    const CXCursor root = clang_getTranslationUnitCursor(r->from);
    r->found = calloc(1, sizeof(*r->found)); /* [0] is the file */
    r->full = r->found == NULL;
    r->n = r->room = 1;
    clang_visitChildren(root, visit, r);
    clang_tokenize(r->from, clang_getCursorExtent(root), &r->word, &r->words);
    status = assemble(r);
    clang_disposeTokens(r->from, r->word, r->words);
    free(r->found);
    return status;
}

int unit_read(struct unit *unit, struct tree *tree, const char *path, const char *const *include,
              int includes)
{
    const char *args[64] = {"-std=c11", "-D_FILE_OFFSET_BITS=64", "-xc"};
    int n = 3;
    struct reader r = {.unit = unit, .tree = tree};
    const int status = tree_load(tree, path);

    *unit = (struct unit){.names = 0};
    for (int i = 0; i < includes && n + 2 <= (int)(sizeof(args) / sizeof(*args)); i++) {
        args[n++] = "-I";
        args[n++] = include[i];
    }
    if (status != 0) {
        return status;
    }
    CXIndex index = clang_createIndex(0, 0);
    const enum CXErrorCode code =
        clang_parseTranslationUnit2(index, path, args, n, NULL, 0, CXTranslationUnit_None, &r.from);
    int result = STATUS_ENVIRONMENT;
    if (code != CXError_Success) {
        say("%s: libclang fails with error %d", path, (int)code);
    } else {
        result = take(&r, path);
        clang_disposeTranslationUnit(r.from);
    }
    clang_disposeIndex(index);
    return result;
}

void unit_free(struct unit *unit)
{
    for (int i = 0; i < unit->names; i++) {
        free(unit->name[i]);
    }
    free(unit->name);
    free(unit->meaning);
    *unit = (struct unit){.names = 0};
}
