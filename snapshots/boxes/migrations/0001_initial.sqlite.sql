-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table box

-- migrate:up

CREATE TABLE "box" (
  "code" TEXT NOT NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "label" TEXT NOT NULL,
  "note" TEXT
);

-- migrate:down

-- destructive: box the table and all its rows are deleted

DROP TABLE "box";
