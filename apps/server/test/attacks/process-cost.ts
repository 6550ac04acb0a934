import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Reads the system's facts of a process; empty when it has just ended. */
function factsOf(pid: number | string, file: 'stat' | 'smaps_rollup'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const fieldsOf = (pid: number | string) => factsOf(pid, 'stat').split(') ')[1]?.split(' ') ?? []

/** Ids of a process and of all its descendants. */
function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(fieldsOf(name)[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const family = [pid]
  for (const member of family) family.push(...(children.get(member) ?? []))
  return family
}

/** CPU seconds of a process and its descendants, including ended ones. */
export function cpuSecondsOf(pid: number): number {
  let ticks = 0
  for (const member of familyOf(pid))
    for (const field of fieldsOf(member).slice(11, 15)) ticks += Number(field)
  return ticks / ticksPerSecond
}

/** Memory in MiB of a process and its descendants. Shared pages are divided among the processes that share them. */
export function memoryOf(pid: number): number {
  let kibibytes = 0
  for (const member of familyOf(pid))
    kibibytes += Number(/^Pss:\s+(\d+)/m.exec(factsOf(member, 'smaps_rollup'))?.[1] ?? 0)
  return kibibytes / 1024
}
