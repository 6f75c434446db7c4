/** Names that reach into JavaScript's own objects: refused as keys and in queries (SPEC 16). */
export const REFUSED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
