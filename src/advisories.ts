/** The first versions of packages that do not have these vulnerabilities. */
export const ADVISORIES: Readonly<
  Record<string, { readonly fixedIn: string; readonly ids: readonly string[] }>
> = {
  ajv: { fixedIn: '8.18.0', ids: ['CVE-2025-69873'] },
  fastify: { fixedIn: '5.8.1', ids: ['CVE-2025-32442', 'CVE-2026-25223', 'CVE-2026-3419'] },
  'find-my-way': { fixedIn: '9.7.0', ids: ['CVE-2024-45813', 'CVE-2026-47219'] },
}
