import { createHash } from 'node:crypto'

/**
 * Hash of a link's secret for tables: a reader of the table cannot follow the link. The secrets are too long to be
 * guessed.
 */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')
