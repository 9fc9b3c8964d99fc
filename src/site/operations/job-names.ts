const names: Record<string, string> = {
  'cleanup': 'Cleanup',
  'discovery': 'Recommendations and rankings',
  'mail': 'Email delivery',
  'notification-mail': 'Notification email',
  'notifications': 'Notifications',
  'pictures': 'Picture processing',
  'prove-counts': 'Counter check',
  'push': 'Push notifications',
  'related-stories': 'Related stories',
  'scheduled-publishing': 'Scheduled publishing',
  'sitemap': 'Sitemap',
  'weekly-summary': 'Weekly summary for authors',
}

/** The name of a job on screen. */
export function describeJob(name: string) {
  const words = name.replaceAll('-', ' ')
  return names[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
