-- For SQLite, applied by "npm run migrate":
--   create table note

-- migrate:up

CREATE TABLE "note" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "text" TEXT
);

-- migrate:down

DROP TABLE "note";
