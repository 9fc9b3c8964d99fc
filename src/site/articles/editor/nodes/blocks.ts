/** What may stand inside a cell, a list item, a toggle or a callout: every block but tables, galleries and toggles. */
export const plainBlock =
  '(paragraph | heading | blockquote | pullQuote | bulletList | orderedList | taskList | codeBlock | horizontalRule | image | callout | blockMath | embed | button | file)'
