import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import { Complaint } from './explain.ts'

/** Columns by which people are found, as tables of members have them. */
const nameColumns = ['id', 'userid', 'user_id', 'username', 'name', 'fullname', 'full_name', 'displayname']

/** Addresses by ids and names in small letters, and the SHA-256 of their file. */
export interface Members {
  readonly emails: ReadonlyMap<string, string>
  readonly hash: string
}

/**
 * Reads a CSV whose first row names its columns: `email`, and an id or names. Rows of deactivated people are left out. Throws
 * a `Complaint` for a file without these columns.
 */
export function readMembers(path: string): Members {
  if (!existsSync(path)) throw new Complaint(`There is no ${path}.`)
  const bytes = readFileSync(path)
  const emails = new Map<string, string>()
  for (const [index, row] of rowsOf(bytes, path).entries()) {
    const email = (row.email ?? '').trim()
    const names = nameColumns.flatMap((column) => (row[column] ?? '').trim() || [])
    if (index === 0 && (row.email === undefined || !nameColumns.some((column) => column in row)))
      throw new Complaint(
        `${path} needs a first row with "email", and "id" or "name": it says by which address people sign in.`,
      )
    if (email === '' || /^(deactivated|inactive)$/i.test(row.status ?? '')) continue
    if (!/^[^@\s]+@[^@\s]+$/.test(email))
      throw new Complaint(
        `${path}: row ${index + 2} has "${email.slice(0, 50)}" where an address is expected.`,
      )
    for (const name of names) emails.set(name.toLowerCase(), email)
  }
  return { emails, hash: createHash('sha256').update(bytes).digest('hex') }
}

function rowsOf(bytes: Buffer, path: string): Partial<Record<string, string>>[] {
  try {
    return parse(bytes, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      relax_column_count: true,
      skip_empty_lines: true,
    })
  } catch (error) {
    if (error instanceof CsvError) throw new Complaint(`${path} is no CSV: ${error.message}`)
    throw error
  }
}
