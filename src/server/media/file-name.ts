import { ruleOf } from './sniff.ts'

/** The name it is saved under always ends as files of its type do, so that no program is started by a wrong one. */
export function fileName({ name, type }: { name: string; type: string }) {
  const endings = ruleOf(type)?.names ?? []
  // oxlint-disable-next-line no-control-regex -- a name on a disk has none of these
  const plain = name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_')
  const ending = /\.(\w+)$/.exec(plain)?.[1]?.toLowerCase().replace('jpg', 'jpeg')
  return ending !== undefined && endings.includes(ending) ? plain : `${plain}.${endings[0] ?? 'bin'}`
}

/** For both kinds of browsers: those that read letters of every language, and those that do not. */
export function attachment(name: string) {
  const simple = name.replace(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${simple}"; filename*=UTF-8''${encoded}`
}
