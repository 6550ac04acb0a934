import { createHash } from 'node:crypto'

/** A link's secret as tables keep it: whoever reads them cannot follow the link. The secrets are too long to be guessed. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')
