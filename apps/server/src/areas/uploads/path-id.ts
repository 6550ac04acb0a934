import type { Random } from '#ports/random.ts'
import { storedName } from '#text/file-names.ts'

/** Makes an address that nobody can guess: the part after `/user_uploads/`. */
export function newPathId(random: Random, organizationId: number, filename: string): string {
  const token = random.token(26)
  return `${organizationId}/${token.slice(0, 2).toLowerCase()}/${token.slice(2)}/${storedName(filename)}`
}
