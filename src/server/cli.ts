import { parseArgs } from 'node:util'
import { Refusal } from '#contract/errors.ts'
import { BackupError } from './backup/archive/manifest.ts'
import { readConfig } from './config.ts'
import { commands } from './operator/commands.ts'
import { connect } from './operator/connect.ts'
import { type Command, UsageError } from './operator/command.ts'
import { StartError } from './platform/errors.ts'
import { createLog } from './platform/log.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    name: { type: 'string' },
    handle: { type: 'string' },
    role: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    to: { type: 'string' },
    limit: { type: 'string' },
    confirm: { type: 'boolean' },
    replace: { type: 'boolean' },
  },
})

/** Runs a command against the site's database and prints its result. */
async function main() {
  const command = commands.find(({ words }) => words.every((word, index) => positionals[index] === word))
  if (!command || values.help) return console.log(usage(commands))
  const config = readConfig(process.env)
  const log = createLog({ level: 'warn', file: null })
  const connection = await connect(config, log)
  try {
    const rest = positionals.slice(command.words.length)
    const result = await command.run({ ...connection, config, log }, { ...values, rest })
    console.log(values.json ? JSON.stringify(result.data) : result.text)
    if (result.failed) process.exitCode = 1
  } finally {
    await connection.close()
  }
}

function usage(all: readonly Command[]) {
  const width = Math.max(...all.map(({ words, usage: args }) => [...words, args].join(' ').length))
  const lines = all.map(
    ({ words, usage: args, summary }) => `  ${[...words, args].join(' ').padEnd(width)}   ${summary}`,
  )
  return ['bramble: manages a site, running or stopped', '', ...lines, '', '  --json prints JSON', ''].join('\n')
}

try {
  await main()
} catch (error) {
  const expected =
    error instanceof Refusal ||
    error instanceof StartError ||
    error instanceof UsageError ||
    error instanceof BackupError
  const details = error instanceof Refusal ? error.details : {}
  if (values.json)
    console.log(JSON.stringify({ error: { message: expected ? error.message : String(error), details } }))
  else
    console.error(
      expected ? [error.message, ...Object.values(details).map((detail) => JSON.stringify(detail))].join(' ') : error,
    )
  process.exitCode = 1
}
