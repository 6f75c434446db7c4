-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table course
--   create table course_teacher_link
--   create table course_topic_link
--   create table seat
--   create table teacher
--   create table topic

-- migrate:up

CREATE TABLE "course" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "title" TEXT NOT NULL
);

CREATE TABLE "course_teacher_link" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "course" INTEGER NOT NULL REFERENCES "course" ("id") ON DELETE CASCADE,
  "teacher" INTEGER NOT NULL REFERENCES "teacher" ("id") ON DELETE CASCADE
);

CREATE INDEX "course_teacher_link_course_idx" ON "course_teacher_link" ("course");

CREATE INDEX "course_teacher_link_teacher_idx" ON "course_teacher_link" ("teacher");

CREATE UNIQUE INDEX "course_teacher_link_course_teacher_6b457dc9_key" ON "course_teacher_link" ("course", "teacher");

CREATE TABLE "course_topic_link" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "course" INTEGER NOT NULL REFERENCES "course" ("id") ON DELETE CASCADE,
  "topic" INTEGER NOT NULL REFERENCES "topic" ("id") ON DELETE CASCADE
);

CREATE INDEX "course_topic_link_course_idx" ON "course_topic_link" ("course");

CREATE INDEX "course_topic_link_topic_idx" ON "course_topic_link" ("topic");

CREATE UNIQUE INDEX "course_topic_link_course_topic_f22bf271_key" ON "course_topic_link" ("course", "topic");

CREATE TABLE "seat" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "row" INTEGER,
  "course" INTEGER NOT NULL REFERENCES "course" ("id"),
  "teacher" INTEGER NOT NULL REFERENCES "teacher" ("id")
);

CREATE INDEX "seat_course_idx" ON "seat" ("course");

CREATE INDEX "seat_teacher_idx" ON "seat" ("teacher");

CREATE TABLE "teacher" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "name" TEXT
);

CREATE TABLE "topic" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "name" TEXT
);

-- migrate:down

-- destructive: course the table and all its rows are deleted
-- destructive: course_teacher_link the table and all its rows are deleted
-- destructive: course_topic_link the table and all its rows are deleted
-- destructive: seat the table and all its rows are deleted
-- destructive: teacher the table and all its rows are deleted
-- destructive: topic the table and all its rows are deleted

DROP TABLE "course";

DROP TABLE "course_teacher_link";

DROP TABLE "course_topic_link";

DROP TABLE "seat";

DROP TABLE "teacher";

DROP TABLE "topic";
