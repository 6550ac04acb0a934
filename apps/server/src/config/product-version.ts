/** Version of this server. The same as in its package, which is not there where the server runs as one file. */
export const productVersion = '0.1.0'
