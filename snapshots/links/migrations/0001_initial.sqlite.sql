-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table category
--   create table event
--   create table event_category_link
--   create table person
--   create table person_follow_link
--   create table ticket

-- migrate:up

CREATE TABLE "category" (
  "color" TEXT,
  "name" TEXT NOT NULL PRIMARY KEY
);

CREATE TABLE "event" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "title" TEXT NOT NULL
);

CREATE TABLE "event_category_link" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "category" TEXT NOT NULL REFERENCES "category" ("name"),
  "event" INTEGER NOT NULL REFERENCES "event" ("id") ON DELETE CASCADE
);

CREATE INDEX "event_category_link_category_idx" ON "event_category_link" ("category");

CREATE INDEX "event_category_link_event_idx" ON "event_category_link" ("event");

CREATE UNIQUE INDEX "event_category_link_event_category_ffccfd56_key" ON "event_category_link" ("event", "category");

CREATE TABLE "person" (
  "login" TEXT NOT NULL PRIMARY KEY
);

CREATE TABLE "person_follow_link" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "other_person" TEXT NOT NULL REFERENCES "person" ("login") ON DELETE CASCADE,
  "person" TEXT NOT NULL REFERENCES "person" ("login") ON DELETE CASCADE
);

CREATE INDEX "person_follow_link_other_person_idx" ON "person_follow_link" ("other_person");

CREATE INDEX "person_follow_link_person_idx" ON "person_follow_link" ("person");

CREATE UNIQUE INDEX "person_follow_link_person_other_person_fd6d8aed_key" ON "person_follow_link" ("person", "other_person");

CREATE TABLE "ticket" (
  "event_id" INTEGER NOT NULL REFERENCES "event" ("id") ON DELETE CASCADE,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "person_login" TEXT NOT NULL REFERENCES "person" ("login") ON DELETE CASCADE,
  "seat" TEXT
);

CREATE INDEX "ticket_event_id_idx" ON "ticket" ("event_id");

CREATE INDEX "ticket_person_login_idx" ON "ticket" ("person_login");

CREATE UNIQUE INDEX "ticket_event_id_person_login_a0731b4d_key" ON "ticket" ("event_id", "person_login");

-- migrate:down

-- destructive: category the table and all its rows are deleted
-- destructive: event the table and all its rows are deleted
-- destructive: event_category_link the table and all its rows are deleted
-- destructive: person the table and all its rows are deleted
-- destructive: person_follow_link the table and all its rows are deleted
-- destructive: ticket the table and all its rows are deleted

DROP TABLE "category";

DROP TABLE "event";

DROP TABLE "event_category_link";

DROP TABLE "person";

DROP TABLE "person_follow_link";

DROP TABLE "ticket";
