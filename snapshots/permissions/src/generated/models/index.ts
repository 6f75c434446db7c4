import type { Models } from '../runtime/model.js'
import { entryModel } from './entry.js'
import { folderModel } from './folder.js'
import { labelModel } from './label.js'
import { ledgerModel } from './ledger.js'
import { memoModel } from './memo.js'
import { noteModel } from './note.js'
import { noticeModel } from './notice.js'
import { pageModel } from './page.js'
import { programModel } from './program.js'
import { userModel } from './user.js'
import { vaultModel } from './vault.js'

/** All models, keyed by name. */
export const models: Models = {
  Entry: entryModel,
  Folder: folderModel,
  Label: labelModel,
  Ledger: ledgerModel,
  Memo: memoModel,
  Note: noteModel,
  Notice: noticeModel,
  Page: pageModel,
  Program: programModel,
  User: userModel,
  Vault: vaultModel,
}
