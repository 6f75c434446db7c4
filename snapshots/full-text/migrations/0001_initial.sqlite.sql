-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table article
--   create table author
--   create table draft
--   create table page

-- migrate:up

CREATE TABLE "article" (
  "author_id" INTEGER REFERENCES "author" ("id") ON DELETE CASCADE,
  "body" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "number" INTEGER,
  "rank" TEXT,
  "status" TEXT CONSTRAINT "status" CHECK ("status" IN ('draft', 'in print')),
  "tags" TEXT,
  "title" TEXT CONSTRAINT "title" CHECK (length("title") <= 300)
);

CREATE INDEX "article_author_id_idx" ON "article" ("author_id");

CREATE INDEX "article_rank_idx" ON "article" ("rank");

CREATE VIRTUAL TABLE "_svc_words_article" USING fts5(
  "in_body", content='', contentless_delete=1, tokenize="ascii tokenchars '_'"
);

CREATE TRIGGER "_svc_words_article_insert" AFTER INSERT ON "article" BEGIN
  INSERT INTO "_svc_words_article" (rowid, "in_body")
  VALUES (new."id", svc_folded_words(new."body"));
END;

CREATE TRIGGER "_svc_words_article_update" AFTER UPDATE OF "body" ON "article"
WHEN old."body" IS NOT new."body" BEGIN
  UPDATE "_svc_words_article" SET "in_body" = svc_folded_words(new."body") WHERE rowid = old."id";
END;

CREATE TRIGGER "_svc_words_article_delete" AFTER DELETE ON "article" BEGIN
  DELETE FROM "_svc_words_article" WHERE rowid = old."id";
END;

CREATE TABLE "author" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "name" TEXT
);

CREATE TABLE "draft" (
  "body" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "number" INTEGER,
  "rank" TEXT,
  "status" TEXT CONSTRAINT "status" CHECK ("status" IN ('draft', 'in print')),
  "tags" TEXT,
  "title" TEXT CONSTRAINT "title" CHECK (length("title") <= 300)
);

CREATE INDEX "draft_rank_idx" ON "draft" ("rank");

CREATE TABLE "page" (
  "_svc_row" INTEGER PRIMARY KEY,
  "body" TEXT,
  "number" INTEGER,
  "slug" TEXT NOT NULL UNIQUE
);

CREATE VIRTUAL TABLE "_svc_words_page" USING fts5(
  "in_body", content='', contentless_delete=1, tokenize="ascii tokenchars '_'"
);

CREATE TRIGGER "_svc_words_page_insert" AFTER INSERT ON "page" BEGIN
  INSERT INTO "_svc_words_page" (rowid, "in_body")
  VALUES (new."_svc_row", svc_folded_words(new."body"));
END;

CREATE TRIGGER "_svc_words_page_update" AFTER UPDATE OF "body" ON "page"
WHEN old."body" IS NOT new."body" BEGIN
  UPDATE "_svc_words_page" SET "in_body" = svc_folded_words(new."body") WHERE rowid = old."_svc_row";
END;

CREATE TRIGGER "_svc_words_page_delete" AFTER DELETE ON "page" BEGIN
  DELETE FROM "_svc_words_page" WHERE rowid = old."_svc_row";
END;

-- migrate:down

-- destructive: article the table and all its rows are deleted
-- destructive: author the table and all its rows are deleted
-- destructive: draft the table and all its rows are deleted
-- destructive: page the table and all its rows are deleted

DROP TRIGGER "_svc_words_article_insert";

DROP TRIGGER "_svc_words_article_update";

DROP TRIGGER "_svc_words_article_delete";

DROP TABLE "_svc_words_article";

DROP TABLE "article";

DROP TABLE "author";

DROP TABLE "draft";

DROP TRIGGER "_svc_words_page_insert";

DROP TRIGGER "_svc_words_page_update";

DROP TRIGGER "_svc_words_page_delete";

DROP TABLE "_svc_words_page";

DROP TABLE "page";
