/** Titles that break naive escaping and rendering. */
export const hostileTitles = {
  'the end of a CDATA section': 'Ends ]]> here & there ]]]]>><![CDATA[',
  'a script': '</title></script><script>alert(1)</script>',
  'quotes': `"double" 'single' \`back\` & &amp; &#60;`,
  'emoji': 'Family 👨‍👩‍👧‍👦 and flag 🇳🇿 and 🎉',
  'control characters': 'Bell \u0007 and \u000b and \u001f and \u0085 and \ufffe end',
  'right to left': 'زاوية منيب: حيث تتوقف الساعات עברית ‏',
  'two hundred letters': `${'Incomprehensibilities'.repeat(9)} and more`.slice(0, 200),
  'surrounding spaces': '  padded  ',
} as const

/** Removes characters that XML does not allow. */
export function withoutXmlInvalid(text: string) {
  // oxlint-disable-next-line no-control-regex -- the rule is about control characters
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
