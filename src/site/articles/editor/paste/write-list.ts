type Inner = (part: Node) => string

/** Renders a list. Content between items goes into the item before it. */
export function renderList(list: Element, inner: Inner): string {
  const items: { blocks: string; checked: boolean | null }[] = []
  for (const part of list.childNodes) {
    const isItem = part instanceof Element && part.localName === 'li'
    const last = items.at(-1)
    const blocks = inner(part)
    if (!isItem && last) last.blocks += blocks
    else if (blocks) items.push({ blocks, checked: isItem ? checkedOf(part) : null })
  }
  if (items.length === 0) return ''
  if (items.some((item) => item.checked !== null)) return taskList(items)
  const all = items.map(({ blocks }) => `<li>${blocks}</li>`).join('')
  const start = Number(list.getAttribute('start') ?? 1)
  return list.localName === 'ul'
    ? `<ul>${all}</ul>`
    : `<ol${start > 1 ? ` start="${Math.floor(start)}"` : ''}>${all}</ol>`
}

function taskList(items: { blocks: string; checked: boolean | null }[]) {
  const inner = items.map(
    ({ blocks, checked }) => `<li data-type="taskItem" data-checked="${checked ?? false}">${blocks}</li>`,
  )
  return `<ul data-type="taskList">${inner.join('')}</ul>`
}

/** Whether a task is checked, in any program's markup; null when it is not a task. */
function checkedOf(item: Element): boolean | null {
  if (item.getAttribute('role') === 'checkbox') return item.getAttribute('aria-checked') === 'true'
  if (item.hasAttribute('data-checked')) return item.getAttribute('data-checked') === 'true'
  const box = item.querySelector(
    ':scope > input[type=checkbox], :scope > p > input[type=checkbox], :scope > label > input',
  )
  return box ? box.hasAttribute('checked') : null
}
