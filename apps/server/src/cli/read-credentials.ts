import { readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import type { FormerCredential, FormerCredentials } from '#areas/imports/former-credentials.ts'
import { whereMissing } from '#model/where-missing.ts'
import { Complaint } from './explain.ts'

/** Reads a CSV of `email,hash,api_key`; the first line may name the columns, the last column may be missing. */
export function readCredentials(path: string): FormerCredentials {
  let text: string | undefined
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    text = whereMissing(error)
  }
  if (text === undefined) throw new Complaint(`There is no ${path}.`)
  const credentials = new Map<string, FormerCredential>()
  for (const [index, [email = '', hash = '', apiKey = '']] of rowsIn(text, path).entries()) {
    if (index === 0 && !email.includes('@')) continue
    if (!email.includes('@'))
      throw new Complaint(`${path}: line ${index + 1} does not begin with an email address.`)
    credentials.set(email.trim().toLowerCase(), { hash: hash.trim(), apiKey: apiKey.trim() })
  }
  return credentials
}

function rowsIn(text: string, path: string): string[][] {
  try {
    return parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true })
  } catch (error) {
    if (error instanceof CsvError) throw new Complaint(`${path} is no CSV: ${error.message}`)
    throw error
  }
}
