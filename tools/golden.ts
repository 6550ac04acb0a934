import { syncTables } from './generate-tables.ts'

// `npm run golden` writes the generated files that are committed; with --check it only compares them.
const check = process.argv.includes('--check')
const stale = syncTables({ check })
for (const file of stale)
  console.log(check ? `${file} is not what it would be made into; run \`npm run golden\`.` : `wrote ${file}`)
if (check && stale.length > 0) process.exitCode = 1
