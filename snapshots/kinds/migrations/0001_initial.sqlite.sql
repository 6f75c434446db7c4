-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table big
--   create table entry
--   create table listing
--   create table token

-- migrate:up

CREATE TABLE "big" (
  "key" INTEGER NOT NULL PRIMARY KEY,
  "label" TEXT
);

CREATE TABLE "entry" (
  "big_key" INTEGER REFERENCES "big" ("key") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "token_key" TEXT REFERENCES "token" ("key") ON DELETE SET NULL
);

CREATE INDEX "entry_big_key_idx" ON "entry" ("big_key");

CREATE INDEX "entry_token_key_idx" ON "entry" ("token_key");

CREATE TABLE "listing" (
  "code" TEXT CONSTRAINT "code" CHECK (length("code") >= 2 AND length("code") <= 4),
  "dict_default" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "of_anything" TEXT,
  "of_big_integer" TEXT,
  "of_binary" TEXT,
  "of_boolean" TEXT,
  "of_choices" TEXT,
  "of_date" TEXT,
  "of_datetime" TEXT,
  "of_decimal" TEXT,
  "of_float" TEXT,
  "of_integer" TEXT,
  "of_interval" TEXT,
  "of_small_integer" TEXT,
  "of_string" TEXT,
  "of_text" TEXT,
  "of_time" TEXT,
  "rank" INTEGER NOT NULL,
  "with_default" TEXT
);

CREATE UNIQUE INDEX "listing_code_key" ON "listing" ("code");

CREATE TABLE "token" (
  "key" TEXT NOT NULL PRIMARY KEY,
  "label" TEXT,
  "number" INTEGER NOT NULL
);

CREATE UNIQUE INDEX "token_number_key" ON "token" ("number");

-- migrate:down

-- destructive: big the table and all its rows are deleted
-- destructive: entry the table and all its rows are deleted
-- destructive: listing the table and all its rows are deleted
-- destructive: token the table and all its rows are deleted

DROP TABLE "big";

DROP TABLE "entry";

DROP TABLE "listing";

DROP TABLE "token";
