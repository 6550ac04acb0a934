/**
 * The value. It can only be missing by a fault of ours, which `why` names: `the insert returned no id`. Such a fault ends
 * the call and goes into the log, where a default would be written to the database.
 */
export function must<T>(value: T | null | undefined, why: string): T {
  if (value === null || value === undefined) throw new Error(`It cannot be that ${why}.`)
  return value
}
