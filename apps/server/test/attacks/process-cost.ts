import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** What the system tells of a process; empty when it has just ended. */
function factsOf(pid: number | string, file: 'stat' | 'smaps_rollup'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const fieldsOf = (pid: number | string) => factsOf(pid, 'stat').split(') ')[1]?.split(' ') ?? []

/** A process and all that it has started, directly or not. */
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

/** CPU seconds of a process and those it started, the ones among them that have ended included. */
export function cpuSecondsOf(pid: number): number {
  let ticks = 0
  for (const member of familyOf(pid))
    for (const field of fieldsOf(member).slice(11, 15)) ticks += Number(field)
  return ticks / ticksPerSecond
}

/** Memory in MiB of a process and those it started, shared pages counted by share. */
export function memoryOf(pid: number): number {
  let kibibytes = 0
  for (const member of familyOf(pid))
    kibibytes += Number(/^Pss:\s+(\d+)/m.exec(factsOf(member, 'smaps_rollup'))?.[1] ?? 0)
  return kibibytes / 1024
}
