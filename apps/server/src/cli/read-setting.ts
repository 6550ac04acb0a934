import { readSecretFiles } from '#config/read-secret-files.ts'

/** Reads a variable of the environment, or the file that holds it; empty if it is not set. */
export const readSetting = (name: string): string => readSecretFiles(process.env)[name]?.trim() ?? ''
