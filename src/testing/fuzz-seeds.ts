/** Seeds for tests of random input: so many, and `FUZZ` times as many where that is set, as in `FUZZ=50 npx vitest run src/hostile-names.test.ts`. */
export function fuzzSeeds(count: number): readonly number[] {
  const times = Math.max(1, Number(process.env['FUZZ'] ?? 1) || 1)
  return Array.from({ length: Math.round(count * times) }, (_, seed) => seed)
}
