#ifndef WIDGET_H
#define WIDGET_H

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
QT_END_NAMESPACE

namespace Ui { class Widget; }

#ifdef SHOP_STATIC
#define SHOP_EXPORT
#else
#define SHOP_EXPORT Q_DECL_EXPORT
#endif

/*!
 * \class Widget
 * \brief Shows a cart.
 */
class SHOP_EXPORT Widget : public QWidget
{
    Q_OBJECT
    Q_PROPERTY(int count READ count WRITE setCount NOTIFY countChanged)

public:
    explicit Widget(QWidget *parent = nullptr);
    ~Widget() override;

    int count() const { return m_count; }

public slots:
    void setCount(int count);

signals:
    void countChanged(int count);

private slots:
    void on_button_clicked();

private:
    Ui::Widget *ui;
    int m_count = 0;
#ifdef SHOP_TRACE
    QLabel *m_trace;
    void trace(const char *text) { qDebug() << text; }
#endif
    friend class WidgetTest;
};

#endif // WIDGET_H
