import { writeFile } from 'node:fs/promises'
import type { LoginLink } from '#areas/imports/login-links.ts'
import { csvLine } from '#text/csv-line.ts'

/** Writes links into a file that only its owner can read. A file of an import that was cut off is replaced. */
export async function saveLoginLinks(path: string, links: readonly LoginLink[]): Promise<void> {
  const rows = links.map(({ email, name, link }) => csvLine([email, name, link]))
  await writeFile(path, [csvLine(['email', 'name', 'link']), ...rows].join(''), { mode: 0o600 })
}
