import process from 'node:process'
import { countedLine } from '@tagma/server/test/counted-line.ts'

// A line in a process of its own, so that it does not wait for the load that is made beside it.
const [url = '', delay = '0'] = process.argv.slice(2)
const line = await countedLine(new URL(url), Number(delay))
process.on('message', () => process.send?.({ statements: line.statements(), trips: line.trips() }))
process.on('disconnect', () => process.exit())
process.send?.(line.url)
