import type { Entry, EntryCreate } from '../../src/generated/models/entry.js'
import type { Note, NoteCreate } from '../../src/generated/models/note.js'
import type { Task, TaskCreate } from '../../src/generated/models/task.js'
import type { Team, TeamCreate } from '../../src/generated/models/team.js'
import type { User, UserCreate } from '../../src/generated/models/user.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates an entry. The given values override the sample. */
export async function entry(items: Repositories, given: Partial<EntryCreate> = {}): Promise<Entry> {
  return items.entry.create({ data: { ...samples.entry.first, ...given } })
}

/** Creates a note. The given values override the sample. */
export async function note(items: Repositories, given: Partial<NoteCreate> = {}): Promise<Note> {
  return items.note.create({ data: { ...samples.note.first, ...given } })
}

/** Creates a task. The given values override the sample. */
export async function task(items: Repositories, given: Partial<TaskCreate> = {}): Promise<Task> {
  return items.task.create({ data: { ...samples.task.first, ...given } })
}

/** Creates a team. The given values override the sample. */
export async function team(items: Repositories, given: Partial<TeamCreate> = {}): Promise<Team> {
  return items.team.create({ data: { ...samples.team.first, ...given } })
}

/** Creates a user. The given values override the sample. */
export async function user(items: Repositories, given: Partial<UserCreate> = {}): Promise<User> {
  return items.user.create({ data: { ...samples.user.first, ...given } })
}
