import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Swallows readline's echo of the keys. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/**
 * Reads a password: unseen at a terminal, else from the first line of standard input. Returns an empty text without
 * input.
 */
export async function readPassword(): Promise<string> {
  const isTyped = process.stdin.isTTY
  if (isTyped) process.stderr.write('Password: ')
  const lines = createInterface({ input: process.stdin, output: nowhere(), terminal: isTyped })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (isTyped) process.stderr.write('\n')
  }
}
