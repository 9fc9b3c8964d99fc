import type { Command } from './command.ts'

export function usage(commands: readonly Command[]) {
  const width = Math.max(...commands.map(({ words, takes }) => [...words, takes].join(' ').length))
  const lines = commands.map(({ words, takes, says }) => `  ${[...words, takes].join(' ').padEnd(width)}   ${says}`)
  return [
    'bramble: looks after a site, running or not',
    '',
    ...lines,
    '',
    '  --json prints the answer for machines',
    '',
  ].join('\n')
}
