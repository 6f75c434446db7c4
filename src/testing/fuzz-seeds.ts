/**
 * Returns seeds for tests with random input. `FUZZ=50 npx vitest run src/hostile-names.test.ts` uses 50 times as many.
 */
export function fuzzSeeds(count: number): readonly number[] {
  const times = Math.max(1, Number(process.env['FUZZ'] ?? 1) || 1)
  return Array.from({ length: Math.round(count * times) }, (_, seed) => seed)
}
