/** What a mail says. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface Mail extends MailContent {
  to: string;
}

/** Sends mails over the SMTP server of the options. */
export interface Mailer {
  /** Whether there is a server to send with. */
  isSetUp(): boolean;
  /** Resolves when the server took the mail. Throws AppError mail_not_set_up or mail_failed. */
  send(mail: Mail): Promise<void>;
  /** Sends without anybody waiting, up to three times; resolves to whether the server took it. */
  sendInBackground(mail: Mail): Promise<boolean>;
  /** Waits for what is being sent; what was to be tried again is dropped. */
  close(): Promise<void>;
}
