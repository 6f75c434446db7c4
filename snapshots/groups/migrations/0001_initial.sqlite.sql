-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table booking
--   create table membership
--   create table person
--   create table project

-- migrate:up

CREATE TABLE "booking" (
  "day" TEXT,
  "hours" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "room" TEXT
);

CREATE INDEX "booking_day_hours_b26617a1_idx" ON "booking" ("day", "hours");

CREATE UNIQUE INDEX "booking_room_hours_day_cbb74bc9_key" ON "booking" ("room", "hours", "day");

CREATE TABLE "membership" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "member_login" TEXT REFERENCES "person" ("login") ON DELETE SET NULL,
  "project_name" TEXT REFERENCES "project" ("name") ON DELETE CASCADE,
  "rank" INTEGER
);

CREATE INDEX "membership_member_login_idx" ON "membership" ("member_login");

CREATE INDEX "membership_project_name_idx" ON "membership" ("project_name");

CREATE UNIQUE INDEX "membership_project_name_member_login_5fca673a_key" ON "membership" ("project_name", "member_login");

CREATE TABLE "person" (
  "login" TEXT NOT NULL PRIMARY KEY
);

CREATE TABLE "project" (
  "goal" TEXT,
  "name" TEXT NOT NULL PRIMARY KEY
);

-- migrate:down

-- destructive: booking the table and all its rows are deleted
-- destructive: membership the table and all its rows are deleted
-- destructive: person the table and all its rows are deleted
-- destructive: project the table and all its rows are deleted

DROP TABLE "booking";

DROP TABLE "membership";

DROP TABLE "person";

DROP TABLE "project";
