/** The content of a mail. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface Mail extends MailContent {
  to: string;
}

/** Sends mail through the SMTP server in the options. */
export interface Mailer {
  /** Returns whether a mail server is configured. */
  isSetUp(): boolean;
  /**
   * Resolves to the server's reply once it has accepted the mail. Throws AppError mail_not_set_up or
   * mail_failed.
   */
  send(mail: Mail): Promise<string>;
  /** Sends in the background, with up to three attempts; resolves to whether the server accepted it. */
  sendInBackground(mail: Mail): Promise<boolean>;
  /** Waits for mails being sent; pending retries are dropped. */
  close(): Promise<void>;
}
