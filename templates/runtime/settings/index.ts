export { loadSettings, type SettingsOptions } from './load.js'
export type { SettingValues } from './reader.js'
export { type Settings, SettingsError } from './settings.js'
