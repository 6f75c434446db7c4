/** Known vulnerabilities of packages in generated projects, with the first version that does not have them. */
export const ADVISORIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ajv: { 'CVE-2025-69873': '8.18.0' },
  fastify: {
    'CVE-2025-32442': '5.3.2',
    'CVE-2026-25223': '5.7.2',
    'CVE-2026-25224': '5.7.3',
    'CVE-2026-3419': '5.8.1',
    'CVE-2026-3635': '5.8.3',
    'CVE-2026-33806': '5.8.5',
    'CVE-2026-16732': '5.12.2',
  },
  'find-my-way': { 'CVE-2024-45813': '9.0.1', 'CVE-2026-47219': '9.7.0' },
}
