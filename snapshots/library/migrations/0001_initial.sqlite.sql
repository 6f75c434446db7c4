-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table author
--   create table book
--   create table category
--   create table cover
--   create table review
--   create table sample

-- migrate:up

CREATE TABLE "author" (
  "email" TEXT,
  "links" TEXT,
  "name" TEXT NOT NULL PRIMARY KEY CONSTRAINT "name" CHECK (length("name") <= 40),
  "tags" TEXT
);

CREATE UNIQUE INDEX "author_email_key" ON "author" ("email");

CREATE TABLE "book" (
  "author_name" TEXT REFERENCES "author" ("name"),
  "changed_at" TEXT,
  "created_at" TEXT,
  "genre" TEXT CONSTRAINT "genre" CHECK ("genre" IN ('prose', 'verse')),
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "in_print" INTEGER CONSTRAINT "in_print" CHECK ("in_print" IN (0, 1)),
  "keywords" TEXT,
  "pages" INTEGER,
  "price" TEXT,
  "published" TEXT,
  "title" TEXT NOT NULL
);

CREATE INDEX "book_author_name_idx" ON "book" ("author_name");

CREATE TABLE "category" (
  "label" TEXT,
  "number" INTEGER NOT NULL PRIMARY KEY,
  "parent_number" INTEGER REFERENCES "category" ("number") ON DELETE SET NULL
);

CREATE INDEX "category_parent_number_idx" ON "category" ("parent_number", "number");

CREATE TABLE "cover" (
  "book_id" INTEGER REFERENCES "book" ("id") ON DELETE CASCADE,
  "color" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT
);

CREATE UNIQUE INDEX "cover_book_id_key" ON "cover" ("book_id");

CREATE TABLE "review" (
  "book_id" INTEGER REFERENCES "book" ("id") ON DELETE SET NULL,
  "editor_name" TEXT REFERENCES "author" ("name") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "stars" INTEGER,
  "text" TEXT,
  "writer_name" TEXT NOT NULL REFERENCES "author" ("name") ON DELETE CASCADE
);

CREATE INDEX "review_book_id_idx" ON "review" ("book_id");

CREATE INDEX "review_editor_name_idx" ON "review" ("editor_name");

CREATE INDEX "review_writer_name_idx" ON "review" ("writer_name");

CREATE TABLE "sample" (
  "a_big_integer" INTEGER,
  "a_binary" BLOB,
  "a_boolean" INTEGER CONSTRAINT "a_boolean" CHECK ("a_boolean" IN (0, 1)),
  "a_choice" TEXT CONSTRAINT "a_choice" CHECK ("a_choice" IN ('one', 'two')),
  "a_date" TEXT,
  "a_datetime" TEXT,
  "a_decimal" TEXT,
  "a_decimal_text" TEXT,
  "a_dict" TEXT,
  "a_float" REAL,
  "a_list" TEXT,
  "a_pickle" TEXT,
  "a_small_integer" INTEGER,
  "a_string" TEXT CONSTRAINT "a_string" CHECK (length("a_string") <= 10),
  "a_text" TEXT,
  "a_time" TEXT,
  "a_unique" INTEGER,
  "an_integer" INTEGER,
  "an_interval" INTEGER,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT
);

CREATE UNIQUE INDEX "sample_a_unique_key" ON "sample" ("a_unique");

-- migrate:down

-- destructive: author the table and all its rows are deleted
-- destructive: book the table and all its rows are deleted
-- destructive: category the table and all its rows are deleted
-- destructive: cover the table and all its rows are deleted
-- destructive: review the table and all its rows are deleted
-- destructive: sample the table and all its rows are deleted

DROP TABLE "author";

DROP TABLE "book";

DROP TABLE "category";

DROP TABLE "cover";

DROP TABLE "review";

DROP TABLE "sample";
